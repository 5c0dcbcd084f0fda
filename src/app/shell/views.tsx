/** The views: their labels, their icons, and the code of all but the chat. */
import type { ComponentType } from "preact";
import type { ViewId } from "../browser/route.ts";
import type { IconName } from "../ui/icon.tsx";
import type { ViewProps } from "../ui/view-props.ts";

export interface ViewLink {
  readonly label: string;
  readonly icon: IconName;
}

export const VIEWS: Readonly<Record<ViewId, ViewLink>> = {
  chat: { label: "Chat", icon: "chat" },
  models: { label: "Models", icon: "model" },
  keys: { label: "Keys", icon: "key" },
  connect: { label: "Connect", icon: "plug" },
  status: { label: "Status", icon: "pulse" },
  settings: { label: "Settings", icon: "sliders" },
};

/** Loaded when they are first shown, since most people open the chat. */
export const LOADERS: Readonly<Record<Exclude<ViewId, "chat">, () => Promise<ComponentType<ViewProps>>>> = {
  models: async () => (await import("../models/models-view.tsx")).ModelsView,
  keys: async () => (await import("../keys/keys-view.tsx")).KeysView,
  connect: async () => (await import("../connect/connect-view.tsx")).ConnectView,
  status: async () => (await import("../status/status-view.tsx")).StatusView,
  settings: async () => (await import("../settings/settings-view.tsx")).SettingsView,
};
