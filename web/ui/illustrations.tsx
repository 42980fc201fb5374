import type { ReactNode } from 'react'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-22 w-30 text-ink-soft"
    >
      {children}
    </svg>
  )
}

const GROUND = <path d="M10 80h100" strokeDasharray="2 5" />

/** A closed letter with a stamp. */
function Letter() {
  return (
    <Drawing>
      <rect x="22" y="22" width="76" height="50" rx="4" />
      <path d="m22 27 33.5 25a7.5 7.5 0 0 0 9 0L98 27" />
      <path d="M36 12h48M44 4h32" strokeDasharray="3 5" />
      {GROUND}
    </Drawing>
  )
}

/** A card index. */
function Cards() {
  return (
    <Drawing>
      <path d="M30 30v-8a3 3 0 0 1 3-3h20l4 5h29a3 3 0 0 1 3 3v3" />
      <path d="M36 24v-9a3 3 0 0 1 3-3h42a3 3 0 0 1 3 3v9" strokeDasharray="3 4" />
      <rect x="22" y="30" width="76" height="46" rx="4" />
      <circle cx="44" cy="47" r="6" />
      <path d="M34 65c1.5-6 5-9 10-9s8.5 3 10 9M64 45h22M64 53h22M64 61h13" />
    </Drawing>
  )
}

/** A mailbox on a post, flag up. */
function Letterbox() {
  return (
    <Drawing>
      <path d="M34 56V36a12 12 0 0 1 24 0v20z" />
      <path d="M46 24h32a12 12 0 0 1 12 12v20H58" />
      <path d="M40 40h12M72 40V16h12v8H72" />
      <path d="M58 56v24M66 56v24" />
      {GROUND}
    </Drawing>
  )
}

/** A sheet of paper with lines and a pen. */
function Sheet() {
  return (
    <Drawing>
      <path d="M32 10h40l14 14v52a3 3 0 0 1-3 3H32a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3z" />
      <path d="M72 10v14h14M40 34h30M40 44h34M40 54h22" />
      <path d="m98 42-22 24-8 3 2.5-8.2L92.5 37a3.8 3.8 0 0 1 5.5 5z" className="fill-surface" />
    </Drawing>
  )
}

/** A column chart. */
function Columns() {
  return (
    <Drawing>
      <path d="M20 78h80" />
      <path d="M30 78V58h12v20M54 78V40h12v38M78 78V50h12v28" />
      <path d="m30 40 24-18 14 8 24-20" strokeDasharray="3 5" />
    </Drawing>
  )
}

/** A magnifying glass over lines. */
function Search() {
  return (
    <Drawing>
      <path d="M24 22h30M24 34h20M24 46h18M24 58h26" />
      <circle cx="72" cy="42" r="19" className="fill-surface" />
      <path d="m86 56 14 16" />
      {GROUND}
    </Drawing>
  )
}

/** A returned envelope with a U-turn arrow. */
function Returned() {
  return (
    <Drawing>
      <rect x="22" y="24" width="62" height="44" rx="4" />
      <path d="m22 29 26.5 20a7.5 7.5 0 0 0 9 0L84 29" />
      <circle cx="88" cy="60" r="14" className="fill-surface" />
      <path d="M94.5 60a6.5 6.5 0 1 1-2-4.7M93 51.5v4h-4" />
      {GROUND}
    </Drawing>
  )
}

/** A key on a hook. */
function Key() {
  return (
    <Drawing>
      <path d="M60 4v8M54 12h12" />
      <circle cx="60" cy="26" r="14" />
      <circle cx="60" cy="22" r="4" />
      <path d="M56 40v32l4 4 4-4v-4h8v-6h-5v-4h5v-6h-8V40" />
    </Drawing>
  )
}

/** Line drawings for empty and error states. */
export const ILLUSTRATIONS = {
  letter: Letter,
  cards: Cards,
  letterbox: Letterbox,
  key: Key,
  sheet: Sheet,
  columns: Columns,
  search: Search,
  returned: Returned,
} as const

export type DrawingName = keyof typeof ILLUSTRATIONS
