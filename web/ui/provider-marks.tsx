/** Microsoft's four squares, in the color of the text. */
export function MicrosoftMark() {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className="size-4 shrink-0">
      <path d="M1 1h6.5v6.5H1zM8.5 1H15v6.5H8.5zM1 8.5h6.5V15H1zM8.5 8.5H15V15H8.5z" />
    </svg>
  )
}

/** Google's G, in the color of the text. */
export function GoogleMark() {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
      className="size-4 shrink-0"
    >
      <path d="M12.6 4.2A6 6 0 1 0 14 8.2H8.4" />
    </svg>
  )
}
