// A worker with steps in Go. go mod tidy && go run .; the database is that of PGHOST etc.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const lease = 3 * time.Second

var errParked = errors.New("the lease was given back: the handler is called again later")

// What this worker reads of the answers of the engine.
type row struct {
	ExecutionID            string `json:"execution_id"`
	StepKey                string `json:"step_key"`
	SavedAt                string `json:"saved_at"`
	Handle, Kind, Outcome  string
	Input, Output, Payload json.RawMessage
}

// The work on one execution. After an error its methods do nothing more.
type work struct {
	row
	pool  *pgxpool.Pool
	saved map[string]json.RawMessage
	err   error
}

// ff returns the rows of a function of the engine.
func (w *work) ff(name string, given ...any) (rows []row) {
	if w.err != nil {
		return nil
	}
	places := make([]string, len(given))
	for n := range given {
		places[n] = fmt.Sprintf("$%d", n+1)
	}
	sql := fmt.Sprintf("select to_jsonb(r) from flowfabric.ff_%s(%s) as r", name, strings.Join(places, ", "))
	answer, _ := w.pool.Query(context.Background(), sql, given...)
	rows, w.err = pgx.CollectRows(answer, pgx.RowTo[row])
	return rows
}

func (w *work) load() {
	w.saved = map[string]json.RawMessage{}
	for page := w.ff("list_steps", w.ExecutionID); len(page) > 0; page = w.ff("list_steps", w.ExecutionID, page[len(page)-1].StepKey) {
		for _, step := range page {
			if step.SavedAt != "" {
				w.saved[step.StepKey] = step.Output
			}
		}
	}
}

func (w *work) step(key string, run func() any) (output json.RawMessage) {
	output, known := w.saved[key]
	if !known && w.err == nil {
		for _, step := range w.ff("save_step", w.Handle, key, w.json(run())) {
			output = step.Output
		}
	}
	return output
}

// wait calls "sleep", "wait_signal" or "await_children".
func (w *work) wait(name string, key string, given ...any) (payload json.RawMessage) {
	for _, answer := range w.ff(name, append([]any{w.Handle, key}, given...)...) {
		payload = answer.Payload
		if answer.Outcome == "sleeping" || answer.Outcome == "waiting" {
			w.err = errParked
		}
	}
	return payload
}

func (w *work) input(into any) {
	if w.err == nil {
		w.err = json.Unmarshal(w.Input, into)
	}
}

func (w *work) json(value any) (text []byte) {
	if w.err == nil {
		text, w.err = json.Marshal(value)
	}
	return text
}

func thumbnail(w *work) any {
	var input struct{ Name string }
	w.input(&input)
	return "small " + input.Name
}

func order(w *work) any {
	var input struct {
		Amount   int
		Pictures []string
	}
	w.input(&input)
	charge := w.step("charge", func() any { return fmt.Sprintf("charged %d", input.Amount) })
	w.wait("sleep", "cool down", 100)
	approval := w.wait("wait_signal", "approval", "approval", 86_400_000)
	for _, name := range input.Pictures {
		picture := w.json(map[string]string{"name": name})
		w.ff("spawn", w.Handle, name, "orders", picture, nil, `{"kind": "thumbnail"}`)
	}
	w.wait("await_children", "thumbnails")
	thumbnails := []json.RawMessage{}
	for _, child := range w.ff("list_children", w.ExecutionID, nil, 1000) {
		thumbnails = append(thumbnails, child.Output)
	}
	return map[string]any{"charge": charge, "approval": approval, "thumbnails": thumbnails}
}

func run(w *work) {
	running, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for running.Err() == nil {
			time.Sleep(lease / 3)
			(&work{pool: w.pool}).ff("renew", w.Handle)
		}
	}()
	w.load()
	handlers := map[string]func(*work) any{"order": order, "thumbnail": thumbnail}
	if handler, known := handlers[w.Kind]; known {
		w.ff("complete", w.Handle, w.json(handler(w)))
	} else {
		w.err = fmt.Errorf("there is no handler for %s", w.Kind)
	}
	if w.err != nil && w.err != errParked {
		log.Print(w.err)
		(&work{pool: w.pool}).ff("fail", w.Handle, w.err.Error())
	}
}

func main() {
	pool, err := pgxpool.New(context.Background(), "")
	if err != nil {
		log.Fatal(err)
	}
	instance := fmt.Sprintf("go-%d-%d", os.Getpid(), time.Now().UnixNano())
	for {
		claiming := &work{pool: pool}
		claimed := claiming.ff("claim", "orders", "go", instance, []string{}, lease.Milliseconds())
		for _, one := range claimed {
			run(&work{row: one, pool: pool})
		}
		if claiming.err != nil {
			log.Print(claiming.err)
		}
		if len(claimed) == 0 {
			time.Sleep(200 * time.Millisecond)
		}
	}
}
