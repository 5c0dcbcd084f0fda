/** A client of W3C WebDriver, as far as the tests need it. https://www.w3.org/TR/webdriver2/ */
import * as z from "zod/mini";

/** The key of an element's id in a reply: a constant of the specification. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const elementSchema = z.object({ [ELEMENT]: z.string() });
const replySchema = z.object({ value: z.unknown() });
const failureSchema = z.object({ value: z.object({ error: z.string(), message: z.string() }) });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});

/** One browser. Commands are for the current window. */
export interface WebDriverSession {
  readonly browserVersion: string;
  /** Send a command of the session, such as `POST url`, and parse its value. */
  send<Schema extends z.ZodMiniType>(
    method: "GET" | "POST" | "DELETE",
    command: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>>;
  /** Id of the first element that matches a CSS selector. */
  find(selector: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Start a session: the driver starts the browser.
 *
 * @param driver URL of the driver, without a `/` at the end
 */
export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const body = { capabilities: { alwaysMatch: capabilities } };
  const started = await request("POST", `${driver}/session`, sessionSchema, body);
  const session = `${driver}/session/${started.sessionId}`;
  const send: WebDriverSession["send"] = (method, command, schema, body) =>
    request(method, `${session}/${command}`, schema, method === "POST" ? (body ?? {}) : undefined);
  return {
    browserVersion: started.capabilities.browserVersion,
    send,
    async find(selector) {
      const body = { using: "css selector", value: selector };
      return (await send("POST", "element", elementSchema, body))[ELEMENT];
    },
    close: async () => void (await request("DELETE", session, z.unknown())),
  };
}

/** @throws with the driver's own words if the command fails */
async function request<Schema extends z.ZodMiniType>(
  method: string,
  url: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const reply: unknown = await response.json();
  if (!response.ok) {
    const { error, message } = failureSchema.parse(reply).value;
    throw new Error(`WebDriver, ${method} ${new URL(url).pathname}: ${error}: ${message}`);
  }
  return schema.parse(replySchema.parse(reply).value);
}
