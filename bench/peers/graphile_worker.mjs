// The statements that graphile-worker's library sends, as JSON: node graphile_worker.mjs DIRECTORY
//
// Its functions are called with a client that notes the statement instead of sending it, so that
// what is measured is what the library sends. In the arguments of claims, the ids of tasks are
// those of a fresh database that knows one task.
import { pathToFileURL } from "node:url";

const root = `${pathToFileURL(process.argv[2]).href}/dist`;
const { makeAddJob, makeAddJobs } = await import(`${root}/helpers.js`);
const { batchGetJobs } = await import(`${root}/sql/getJobs.js`);
const { batchCompleteJobs } = await import(`${root}/sql/completeJobs.js`);

const TASK = "bench";
const PAYLOAD = { order_id: 4711 };
const POOL = "worker-1";

const options = {
  workerSchema: "graphile_worker",
  escapedWorkerSchema: "graphile_worker",
  resolvedPreset: { worker: { preparedStatements: true, useNodeTime: false } },
  logger: console,
};

/** The last statement that a function of the library sends. */
async function sentBy(call) {
  let sent;
  const client = {
    async query(query, values) {
      sent = typeof query === "string" ? { text: query, values } : query;
      return { rows: [{ id: "1", identifier: TASK }] };
    },
  };
  const withPgClient = (callback) => callback(client);
  withPgClient.withRetries = withPgClient;
  await call(withPgClient);
  return { sql: sent.text, arguments: sent.values };
}

const job = (id) => ({ id, job_queue_id: null });
const claim = (size) => (withPgClient) =>
  batchGetJobs(options, withPgClient, { [TASK]: () => {} }, POOL, null, size);

const statements = {
  submit: await sentBy((client) => makeAddJob(options, client)(TASK, PAYLOAD)),
  submit_many: await sentBy((client) =>
    makeAddJobs(options, client)([{ identifier: TASK, payload: PAYLOAD }], false),
  ),
  claim: await sentBy(claim(1)),
  claim_many: await sentBy(claim(100)),
  complete: await sentBy((client) => batchCompleteJobs(options, client, POOL, [job("1")])),
  complete_many: await sentBy((client) =>
    batchCompleteJobs(options, client, POOL, [job("1"), job("2")]),
  ),
};
console.log(JSON.stringify(statements));
