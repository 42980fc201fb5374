/** The product's logo, a postmark, without text. */
function LogoMark() {
  return (
    <svg viewBox="0 0 28 28" fill="none" aria-hidden="true" className="size-7 shrink-0">
      <circle cx="14" cy="14" r="12.75" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="14" cy="14" r="9.75" stroke="currentColor" strokeWidth="0.75" strokeDasharray="1.2 1.7" />
      <path
        d="M9.75 18v-7.5L14 15.25l4.25-4.75V18"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The product's logo, a postmark with the name; only the postmark when compact. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark />
      <span className={compact ? 'sr-only' : 'pt-0.5 font-serif text-[1.3125rem] leading-7 tracking-[-0.01em]'}>
        Mergewell
      </span>
    </span>
  )
}
