import { chat, get, type CaseTheme } from "../case.ts";

/** Each limit can be reached only once, so one client runs these cases. */
const clients = ["fetch"] as const;
const comeBack = { "retry-after": /^[1-9]\d*$/, "retry-after-ms": /^[1-9]\d*$/ };

export const limits: CaseTheme = {
  name: "limits",
  cases: [
    {
      name: "the last request is let in, and the one after it refused with when to come back",
      steps: [
        {
          send: get("/models", { key: "one-request" }),
          expect: {
            status: 200,
            headers: {
              "x-ratelimit-limit-requests": "1",
              "x-ratelimit-remaining-requests": "0",
              "x-ratelimit-reset-requests": /^(59s|1m0s)$/,
              "x-ratelimit-limit-tokens": "1000000",
              "retry-after": null,
            },
          },
        },
        {
          send: get("/models", { key: "one-request" }),
          expect: {
            status: 429,
            headers: { ...comeBack, "x-ratelimit-remaining-requests": "0" },
            error: { type: "requests", param: null, code: "rate_limit_exceeded" },
          },
        },
        {
          // Other errors are found before the limit is checked.
          send: get("/nothing", { key: "one-request" }),
          expect: { status: 404, error: { param: null, code: null } },
        },
      ],
      clients,
    },
    {
      name: "tokens are debited by what a reply used",
      steps: [
        { send: chat({}, { key: "one-token" }), expect: { status: 200 } },
        {
          send: chat({ stream: true }, { key: "one-token" }),
          expect: {
            status: 429,
            headers: { ...comeBack, "x-ratelimit-limit-tokens": "1", "x-ratelimit-remaining-tokens": "0" },
            error: { type: "tokens", param: null, code: "rate_limit_exceeded" },
          },
        },
        // Requests that use no tokens are still allowed.
        { send: get("/models", { key: "one-token" }), expect: { status: 200 } },
      ],
      clients,
    },
  ],
};
