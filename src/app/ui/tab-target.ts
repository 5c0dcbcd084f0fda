/**
 * The index of the tab that a key selects, by the ARIA pattern for tabs: Home, End, and the arrows, which wrap.
 *
 * @param key as a KeyboardEvent names it
 * @param index of the selected tab
 * @returns -1 for any other key
 */
export function tabTargetOf(key: string, index: number, count: number, rightToLeft: boolean): number {
  switch (key) {
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "ArrowLeft":
    case "ArrowRight": {
      const forward = (key === "ArrowRight") !== rightToLeft;
      return (index + (forward ? 1 : count - 1)) % count;
    }
    default:
      return -1;
  }
}
