import { IconButton } from "../ui/icon-button.tsx";
import { Button } from "../ui/button.tsx";
import type { Chat } from "./chat.ts";
import "./notice-bar.css";

/** The notice of the last action, above the composer, with its undo. */
export function NoticeBar({ chat }: { readonly chat: Chat }) {
  const notice = chat.notice.value;
  return (
    <div class="notice-place" role="status">
      {notice !== null && (
        <div class="notice">
          <p>{notice.text}</p>
          {notice.undo !== null && (
            <Button
              onClick={() => {
                void notice.undo?.();
                chat.dismissNotice();
              }}
            >
              Undo
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={chat.dismissNotice} />
        </div>
      )}
    </div>
  );
}
