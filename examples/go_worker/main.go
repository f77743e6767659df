// A worker with steps in Go. go mod tidy && go run .; the database is that of PGHOST etc.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const lease = 3 * time.Second

var (
	background = context.Background()
	pool       *pgxpool.Pool
	errParked  = errors.New("the lease was given back: the handler is called again later")
)

type work struct {
	ID, Handle, Kind string
	Input            json.RawMessage
	Epoch            int64
	known            map[string]json.RawMessage
}

func (w *work) load() error {
	for after := (*string)(nil); ; {
		rows, err := pool.Query(background, "select step_key, output, saved_at is not null from flowfabric.ff_list_steps($1, $2)", w.ID, after)
		if err != nil {
			return err
		}
		key, output, saved, count := "", json.RawMessage(nil), false, 0
		if _, err = pgx.ForEachRow(rows, []any{&key, &output, &saved}, func() error {
			if count++; saved {
				w.known[key] = append(json.RawMessage{}, output...)
			}
			return nil
		}); err != nil || count == 0 {
			return err
		}
		last := key
		after = &last
	}
}

func (w *work) step(key string, run func() (any, error)) (output json.RawMessage, err error) {
	if known, is := w.known[key]; is {
		return known, nil
	}
	value, err := run()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	err = pool.QueryRow(background, "select output from flowfabric.ff_save_step($1, $2, $3)", w.Handle, key, text).Scan(&output)
	return output, err
}

// wait makes a call whose outcome may be that the lease was given back.
func (w *work) wait(sql string, given ...any) (payload json.RawMessage, err error) {
	outcome := ""
	if err = pool.QueryRow(background, sql, append([]any{w.Handle}, given...)...).Scan(&outcome, &payload); err != nil {
		return nil, err
	}
	if outcome == "sleeping" || outcome == "waiting" {
		return nil, errParked
	}
	return payload, nil
}

func order(w *work) (any, error) {
	var input struct {
		Amount   int
		Pictures []string
	}
	if err := json.Unmarshal(w.Input, &input); err != nil {
		return nil, err
	}
	charge, err := w.step("charge", func() (any, error) { return fmt.Sprintf("charged %d", input.Amount), nil })
	if err != nil {
		return nil, err
	}
	if _, err = w.wait("select outcome, null::jsonb from flowfabric.ff_sleep($1, $2, $3)", "cool down", 100); err != nil {
		return nil, err
	}
	approval, err := w.wait("select outcome, payload from flowfabric.ff_wait_signal($1, $2, $2, $3)", "approval", 86_400_000)
	if err != nil {
		return nil, err
	}
	for _, name := range input.Pictures {
		if _, err = pool.Exec(background, `select from flowfabric.ff_spawn($1, $2, 'orders', jsonb_build_object('name', $2::text), p_options => '{"kind": "thumbnail"}')`, w.Handle, name); err != nil {
			return nil, err
		}
	}
	if _, err = w.wait("select outcome, null::jsonb from flowfabric.ff_await_children($1, $2)", "thumbnails"); err != nil {
		return nil, err
	}
	thumbnails := json.RawMessage{}
	err = pool.QueryRow(background, "select jsonb_agg(c.output) from flowfabric.ff_list_children($1, p_limit => 1000) as c", w.ID).Scan(&thumbnails)
	return map[string]any{"charge": charge, "approval": approval, "thumbnails": thumbnails}, err
}

func thumbnail(w *work) (any, error) {
	var input struct{ Name string }
	err := json.Unmarshal(w.Input, &input)
	return "small " + input.Name, err
}

func run(w *work) error {
	handlers := map[string]func(*work) (any, error){"order": order, "thumbnail": thumbnail}
	renewing := time.NewTicker(lease / 3)
	defer renewing.Stop()
	go func() {
		for range renewing.C {
			_, _ = pool.Exec(background, "select from flowfabric.ff_renew($1)", w.Handle)
		}
	}()
	if w.Epoch > 1 {
		if err := w.load(); err != nil {
			return err
		}
	}
	output, err := handlers[w.Kind](w)
	if errors.Is(err, errParked) {
		return nil
	} else if err != nil {
		_, err = pool.Exec(background, "select from flowfabric.ff_fail($1, $2)", w.Handle, err.Error())
		return err
	}
	text, err := json.Marshal(output)
	if err == nil {
		_, err = pool.Exec(background, "select from flowfabric.ff_complete($1, $2)", w.Handle, text)
	}
	return err
}

func main() {
	var err error
	if pool, err = pgxpool.New(background, ""); err != nil {
		log.Fatal(err)
	}
	instance := fmt.Sprintf("go-%d-%d", os.Getpid(), time.Now().UnixNano())
	for {
		w := &work{known: map[string]json.RawMessage{}}
		err := pool.QueryRow(background, "select execution_id::text, handle, kind, input, lease_epoch from flowfabric.ff_claim('orders', 'go', $1, p_lease_ttl_ms => $2)", instance, lease.Milliseconds()).Scan(&w.ID, &w.Handle, &w.Kind, &w.Input, &w.Epoch)
		if err == nil {
			err = run(w)
		} else if errors.Is(err, pgx.ErrNoRows) {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}
