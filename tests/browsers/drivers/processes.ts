/** Programs that a browser needs beside it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { WINDOW } from "./window.ts";

export interface Running {
  /** End the program, and wait for its end. */
  stop(): Promise<void>;
}

/** Start a program without input and output. */
export function start(program: string, options: readonly string[], environment: NodeJS.ProcessEnv): Running {
  return running(spawn(program, options, { env: environment, stdio: "ignore" }));
}

/** Start an X server without a screen. `display` is its name, such as `:99`. */
export async function startScreen(program: string): Promise<Running & { readonly display: string }> {
  // It chooses a free number itself, and writes it to the descriptor.
  const options = [
    "-displayfd",
    "3",
    "-screen",
    "0",
    `${WINDOW.width}x${WINDOW.height}x24`,
    "-nolisten",
    "tcp",
  ];
  const child = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const output = child.stdio[3];
  if (!output) throw new Error(`${program} could not be started.`);
  const number = await Promise.race([
    once(output, "data").then(([data]) => String(data).trim()),
    once(child, "exit").then(() => Promise.reject(new Error(`${program} did not start.`))),
  ]);
  return { ...running(child), display: `:${number}` };
}

function running(child: ChildProcess): Running {
  const ended = once(child, "exit");
  return {
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** A port of the loopback interface that nothing listens on at present. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return address.port;
}
