// A worker with steps in TypeScript. npm install && npm start; the database is that of PGHOST etc.
import pg from "pg";

const LEASE_MS = 3000;
const pool = new pg.Pool();
const instance = `typescript-${process.pid}-${Date.now()}`;

// The answer of a function of the engine: its rows.
async function ff(name: string, ...given: unknown[]): Promise<any[]> {
  const places = given.map((_, n) => `$${n + 1}`).join(", ");
  return (await pool.query(`select * from flowfabric.ff_${name}(${places})`, given)).rows;
}
const json = (value: unknown) => JSON.stringify(value ?? null);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Parked extends Error {} // the lease was given back: the handler is called again later

class Context {
  constructor(readonly id: string, readonly handle: string, readonly saved: Map<string, any>) {}

  async step<T>(key: string, run: () => T | Promise<T>): Promise<T> {
    if (this.saved.has(key)) return this.saved.get(key);
    const [step] = await ff("save_step", this.handle, key, json(await run()));
    return step.output;
  }
  // "sleep", "wait_signal" or "await_children"
  async wait(name: string, key: string, ...given: unknown[]): Promise<any> {
    const [answer] = await ff(name, this.handle, key, ...given);
    if (answer.outcome === "sleeping" || answer.outcome === "waiting") throw new Parked();
    return answer;
  }
}

const handlers: Record<string, (input: any, ctx: Context) => Promise<unknown>> = {
  thumbnail: async (input) => `small ${input.name}`,
  order: async (input, ctx) => {
    const charge = await ctx.step("charge", () => `charged ${input.amount}`);
    await ctx.wait("sleep", "cool down", 100);
    const approval = await ctx.wait("wait_signal", "approval", "approval", 86_400_000);
    for (const name of input.pictures)
      await ff("spawn", ctx.handle, name, "orders", json({ name }), null, json({ kind: "thumbnail" }));
    await ctx.wait("await_children", "thumbnails");
    const children = await ff("list_children", ctx.id, null, 1000);
    return { charge, approval: approval.payload, thumbnails: children.map((child) => child.output) };
  },
};

async function savedSteps(id: string) {
  const saved = new Map<string, any>();
  for (let page = await ff("list_steps", id); page.length > 0; page = await ff("list_steps", id, page.at(-1).step_key))
    for (const step of page) if (step.saved_at) saved.set(step.step_key, step.output);
  return saved;
}

async function run({ execution_id, handle, kind, input, lease_epoch }: any) {
  const renewing = setInterval(() => ff("renew", handle).catch(console.error), LEASE_MS / 3);
  try {
    const saved = lease_epoch > 1 ? await savedSteps(execution_id) : new Map();
    const output = await handlers[kind](input, new Context(execution_id, handle, saved));
    await ff("complete", handle, json(output));
  } catch (error) {
    if (!(error instanceof Parked)) await ff("fail", handle, String(error)).catch(console.error);
  } finally {
    clearInterval(renewing);
  }
}

for (;;) {
  const claimed = await ff("claim", "orders", "typescript", instance, "{}", LEASE_MS).catch((error) => {
    console.error(error);
    return [];
  });
  await (claimed.length > 0 ? run(claimed[0]) : pause(200));
}
