/** `npm start`: serves the app on this machine's loopback interface until it is stopped. */
import { ensureBuild } from "./build.ts";
import { runCommand, UsageError } from "./command-line.ts";
import { createProgress } from "./progress.ts";
import { startStaticServer } from "./static-server.ts";

const HELP = `Serve the app on this machine.

  npm start -- [options]

  --port N    the port to listen on (4173)
  --help      print this
`;
const DEFAULT_PORT = 4173;

async function main(values: { port?: string | undefined }): Promise<void> {
  const port = toPort(values.port);
  const progress = createProgress(process.stderr);
  const root = await ensureBuild({ onProgress: progress.show });
  progress.clear();
  const { url } = await startStaticServer({ root, port });
  console.log(`Insitu is at ${url} (Ctrl-C stops it)`);
}

function toPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 (any free port) to 65535, not "${text}".`);
}

await runCommand({ name: "npm start", help: HELP, options: { port: { type: "string" } } }, main);
