/** Locators of the chat's elements. */
import type { Page } from "@playwright/test";

export const said = (page: Page) => page.locator('.message[data-role="user"] > .text');
export const replies = (page: Page) => page.locator('.message[data-role="assistant"]');
export const notice = (page: Page) => page.locator(".notice");
export const titles = (page: Page) => page.locator(".conversation-link");
export const composer = (page: Page) => page.getByRole("textbox", { name: "Message" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
