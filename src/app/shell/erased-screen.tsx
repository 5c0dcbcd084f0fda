import { Button } from "../ui/button.tsx";
import { useEffect, useRef } from "preact/hooks";
import "./erased-screen.css";

/** The last screen after everything is deleted, with a button to start again. */
export function ErasedScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = "Deleted · Insitu";
    heading.current?.focus();
  }, []);
  return (
    <main class="erased">
      <h1 class="page-title" tabIndex={-1} ref={heading}>
        Everything is deleted
      </h1>
      <p>
        Conversations, keys, models and the app's files are gone from this browser, and its service worker is
        unregistered. You can close this page.
      </p>
      <p>
        <Button variant="primary" onClick={() => location.replace(location.pathname)}>
          Start again
        </Button>
      </p>
    </main>
  );
}
