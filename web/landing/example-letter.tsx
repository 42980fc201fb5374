const ROW = [
  ['First Name', 'Ada'],
  ['City', 'London'],
  ['Until', 'Friday'],
] as const

/** A sheet row merged into a stamped letter: an HTML illustration, hidden from screen readers. */
export function ExampleLetter() {
  return (
    <div aria-hidden="true" className="max-w-md select-none">
      <div className="mx-4 grid grid-cols-3 divide-x divide-line rounded-t-md border border-b-0 border-line text-xs sm:mx-6">
        {ROW.map(([column, value]) => (
          <div key={column} className="min-w-0">
            <p className="border-b border-line px-3 py-1.5 text-ink-soft">{column}</p>
            <p className="px-3 py-1.5">{value}</p>
          </div>
        ))}
      </div>
      <div className="relative rounded-md border border-line bg-surface p-6 sm:p-8">
        <p className="text-xs text-ink-soft">
          To <span className="text-ink">ada@example.com</span>
        </p>
        <p className="mt-1 text-xs text-ink-soft">
          From <span className="text-ink">your own mailbox</span>
        </p>
        <div className="mt-7 grid gap-2 font-serif text-base sm:mt-10">
          <p>
            Dear <Filled>Ada</Filled>,
          </p>
          <p>
            your seat in <Filled>London</Filled> is reserved for you until <Filled>Friday</Filled>.
          </p>
        </div>
        <Stamp />
      </div>
    </div>
  )
}

function Filled({ children }: { children: string }) {
  return <span className="border-b border-dashed border-edge">{children}</span>
}

function Stamp() {
  return (
    <svg
      viewBox="0 0 130 96"
      fill="none"
      stroke="currentColor"
      className="absolute top-4 right-4 w-24 text-ink-soft sm:w-32"
    >
      <path
        d="M72 6h48v60H72z"
        strokeWidth="1.25"
        strokeDasharray="0.1 4"
        strokeLinecap="round"
        className="[stroke-width:3]"
        opacity="0.55"
      />
      <path d="M78 12h36v48H78z" strokeWidth="1" />
      <path d="M86 44v-16l10 11 10-11v16" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="48" cy="52" r="30" strokeWidth="1.25" />
      <circle cx="48" cy="52" r="22" strokeWidth="0.75" strokeDasharray="1.5 2" />
      <path d="M33 49h30M33 55h30" strokeWidth="1" />
      <path
        d="M80 40c8-4 12 4 20 0s12 4 20 0M80 50c8-4 12 4 20 0s12 4 20 0M80 60c8-4 12 4 20 0s12 4 20 0"
        strokeWidth="1"
      />
    </svg>
  )
}
