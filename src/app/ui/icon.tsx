import "./icon.css";

/** The app's icons: 20 × 20, drawn in the colour of the text around them. */
const PATHS = {
  chat: "M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z",
  model: "M10 2.5l6.5 3.75v7.5L10 17.5l-6.5-3.75v-7.5zM10 10l6.5-3.75M10 10v7.5M10 10L3.5 6.25",
  key: "M11 9a3.5 3.5 0 1 0-2.5 3.35L10 14h2v2h2v2h2.5v-2.5L11 10.35zM6.9 8.6h.01",
  plug: "M7 2.5v4M13 2.5v4M5 6.5h10V10a5 5 0 0 1-10 0zM10 15v2.5",
  pulse: "M2.5 10h3.5l2.5-6 3.5 12 2.5-6h3",
  sliders: "M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4",
  copy: "M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7",
  check: "M4 10.5l4 4 8-9",
  close: "M5 5l10 10M15 5L5 15",
  plus: "M10 4v12M4 10h12",
  trash: "M4 6h12M8 6V3.5h4V6M5.5 6l.75 10.5h7.5L14.5 6M8.5 9v4.5M11.5 9v4.5",
  pencil: "M4 16l.75-3.5L13.5 3.75l2.75 2.75L7.5 15.25z",
  redo: "M16 8.5A6.5 6.5 0 1 0 16 13M16.5 4.5v4h-4",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  search: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4",
  image: "M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M12.5 7.5h.01",
  pause: "M7 4.5v11M13 4.5v11",
  download: "M10 3.5V13M6 9.5l4 4 4-4M3.5 16.5h13",
  upload: "M10 13V3.5M6 7l4-4 4 4M3.5 16.5h13",
  shield: "M10 2.5l6 2.25V10c0 3.75-2.5 6.25-6 7.5-3.5-1.25-6-3.75-6-7.5V4.75z",
  more: "M5 10h.01M10 10h.01M15 10h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. Hidden from screen readers: the text beside it or the label around it has the name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
