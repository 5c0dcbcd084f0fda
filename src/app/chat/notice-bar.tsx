import { Icon } from "../ui/icon.tsx";
import type { Chat } from "./chat.ts";

/** The last thing done, above the composer, with a way back. */
export function NoticeBar({ chat }: { readonly chat: Chat }) {
  const notice = chat.notice.value;
  return (
    <div class="notice-place" role="status">
      {notice !== null && (
        <div class="notice">
          <p>{notice.text}</p>
          {notice.undo !== null && (
            <button
              type="button"
              class="quiet-button"
              onClick={() => {
                void notice.undo?.();
                chat.dismissNotice();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={chat.dismissNotice}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
