// A worker with steps in TypeScript. npm install && npm start; the database is that of PGHOST etc.
import pg from "pg";

const LEASE_MS = 3000;
const pool = new pg.Pool();
const instance = `typescript-${process.pid}-${Date.now()}`;
const all = async (sql: string, ...given: unknown[]) => (await pool.query(sql, given)).rows;
const one = async (sql: string, ...given: unknown[]) => (await all(sql, ...given))[0];
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Parked extends Error {} // the lease was given back: the handler is called again later

class Context {
  private known = new Map<string, any>();
  constructor(readonly id: string, readonly handle: string) {}

  async load() {
    for (let after: string | null = null; ; ) {
      const page = await all("select step_key, output, saved_at from flowfabric.ff_list_steps($1, $2)", this.id, after);
      if (page.length === 0) return;
      for (const step of page) this.known.set(step.step_key, step);
      after = page[page.length - 1].step_key;
    }
  }
  async step<T>(key: string, run: () => T | Promise<T>): Promise<T> {
    if (this.known.get(key)?.saved_at) return this.known.get(key).output;
    const value = json(await run());
    return (await one("select output from flowfabric.ff_save_step($1, $2, $3)", this.handle, key, value)).output;
  }
  async sleep(key: string, ms: number) {
    const { outcome } = await one("select outcome from flowfabric.ff_sleep($1, $2, $3)", this.handle, key, ms);
    if (outcome === "sleeping") throw new Parked();
  }
  async waitFor(name: string, timeoutMs: number) {
    const sql = "select outcome, payload from flowfabric.ff_wait_signal($1, $2, $2, $3)";
    const { outcome, payload } = await one(sql, this.handle, name, timeoutMs);
    if (outcome === "waiting") throw new Parked();
    return payload;
  }
  async spawn(key: string, lane: string, kind: string, input: unknown) {
    await one("select from flowfabric.ff_spawn($1, $2, $3, $4, p_options => $5)", this.handle, key, lane, json(input), json({ kind }));
    return key;
  }
  async gather(key: string, children: string[]) {
    const { outcome } = await one("select outcome from flowfabric.ff_await_children($1, $2, $3)", this.handle, key, children);
    if (outcome === "waiting") throw new Parked();
    const ended = await all("select step_key, output from flowfabric.ff_list_children($1, p_limit => 1000)", this.id);
    return children.map((child) => ended.find((row) => row.step_key === child)?.output);
  }
}

const handlers: Record<string, (input: any, ctx: Context) => Promise<unknown>> = {
  thumbnail: async (input) => `small ${input.name}`,
  order: async (input, ctx) => {
    const charge = await ctx.step("charge", () => `charged ${input.amount}`);
    await ctx.sleep("cool down", 100);
    const approval = await ctx.waitFor("approval", 86_400_000);
    const children = [];
    for (const name of input.pictures) children.push(await ctx.spawn(name, "orders", "thumbnail", { name }));
    return { charge, approval, thumbnails: await ctx.gather("thumbnails", children) };
  },
};

async function run(claimed: any) {
  const renewing = setInterval(() => all("select from flowfabric.ff_renew($1)", claimed.handle).catch(console.error), LEASE_MS / 3);
  try {
    const ctx = new Context(claimed.execution_id, claimed.handle);
    if (claimed.lease_epoch > 1) await ctx.load();
    const output = await handlers[claimed.kind](claimed.input, ctx);
    await one("select from flowfabric.ff_complete($1, $2)", claimed.handle, json(output));
  } catch (error) {
    if (error instanceof Parked) return;
    await one("select from flowfabric.ff_fail($1, $2)", claimed.handle, String(error)).catch(console.error);
  } finally {
    clearInterval(renewing);
  }
}

for (;;) {
  const sql = "select * from flowfabric.ff_claim('orders', 'typescript', $1, p_lease_ttl_ms => $2)";
  const [claimed] = await all(sql, instance, LEASE_MS).catch((error) => (console.error(error), []));
  await (claimed ? run(claimed) : pause(200));
}
