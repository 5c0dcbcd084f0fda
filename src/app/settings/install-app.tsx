import { Button } from "../ui/button.tsx";
import { appInstallState, promptInstall } from "../browser/install-prompt.ts";

export function InstallApp() {
  switch (appInstallState.value) {
    case "installed":
      return <p class="soft">The app is installed.</p>;
    case "possible":
      return (
        <div class="spread">
          <p class="soft">Gives the app a window of its own and a place beside your other apps.</p>
          <Button onClick={() => void promptInstall()}>Install the app</Button>
        </div>
      );
    case "by-menu":
      return (
        <p class="soft">
          To give the app a window of its own, use your browser's menu: “Install” or “Add to home screen”.
        </p>
      );
  }
}
