/** A letter with its merge tags filled, stamped and postmarked: a drawing in HTML, hidden from screen readers. */
export function ExampleLetter() {
  return (
    <div aria-hidden="true" className="relative max-w-md select-none">
      <div className="rounded-md border border-line bg-surface p-6 pr-28 sm:p-8 sm:pr-36">
        <p className="text-xs text-ink-soft">
          To <span className="text-ink">ada@example.com</span>
        </p>
        <p className="mt-1 text-xs text-ink-soft">
          From <span className="text-ink">you, in Outlook or Gmail</span>
        </p>
        <div className="mt-6 font-serif text-base leading-7">
          <p>
            Dear <Filled tag="firstName">Ada</Filled>,
          </p>
          <p className="mt-2">
            your seat at <Filled tag="city">London</Filled> is kept until <Filled tag="date">Friday</Filled>.
          </p>
        </div>
      </div>
      <Stamp />
    </div>
  )
}

function Filled({ tag, children }: { tag: string; children: string }) {
  return (
    <ruby className="[ruby-position:under]">
      <span className="border-b border-dashed border-edge">{children}</span>
      <rt className="font-mono text-[0.6875rem] leading-4 text-ink-soft">{`{${tag}}`}</rt>
    </ruby>
  )
}

function Stamp() {
  return (
    <svg
      viewBox="0 0 130 96"
      fill="none"
      stroke="currentColor"
      className="absolute top-5 right-5 w-24 text-ink-soft sm:w-32"
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
