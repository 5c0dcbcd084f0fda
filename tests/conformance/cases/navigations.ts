import { type Case, get, type Sent, type CaseTheme } from "../case.ts";

const refused = (name: string, sent: Sent): Case => ({
  name: `${name} is refused`,
  steps: [
    {
      send: { ...sent, key: "none", navigate: true },
      expect: {
        status: 403,
        error: { param: null, code: null },
        headers: { "content-type": "application/json" },
      },
    },
  ],
  clients: ["fetch"],
});

export const navigations: CaseTheme = {
  name: "navigations",
  cases: [
    refused("opening the list of models as a page", get("/models")),
    refused("opening the chat's address as a page", get("/chat/completions")),
    refused("opening the base URL as a page", get("")),
    refused("opening an unknown path as a page", get("/nothing")),
    refused("posting a form", get("/chat/completions", { method: "POST" })),
  ],
};
