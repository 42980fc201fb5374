import type { ReactNode } from 'react'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Actions } from './action-samples.tsx'
import { Colors, Type } from './color-and-type-samples.tsx'
import { Feedback } from './feedback-samples.tsx'
import { Forms } from './form-samples.tsx'
import { Mailings } from './mailing-samples.tsx'
import { Places } from './page-layout-samples.tsx'
import { Tables } from './table-samples.tsx'

const SECTIONS: ReadonlyArray<readonly [title: string, section: ReactNode]> = [
  ['Color', <Colors key="color" />],
  ['Type', <Type key="type" />],
  ['Actions', <Actions key="actions" />],
  ['Forms', <Forms key="forms" />],
  ['Mailings', <Mailings key="mailings" />],
  ['Feedback', <Feedback key="feedback" />],
  ['Tables', <Tables key="tables" />],
  ['Places', <Places key="places" />],
]

/**
 * Shows every widget of web/ui in its states. A separate page (widgets.html): `npm run dev` serves it at /widgets, and
 * the production build omits it.
 */
export function WidgetsPage() {
  return (
    <main className="mx-auto max-w-page px-5 py-9 sm:px-10">
      <PageTitle>Widgets</PageTitle>
      <PageHeader
        title="Widgets"
        line="What screens are built from. One file each, in web/ui."
        actions={<ThemeToggle />}
      />
      {SECTIONS.map(([title, section]) => (
        <section key={title} aria-label={title} className="border-t border-line py-8">
          <h2 className="mb-5 font-serif text-title">{title}</h2>
          {section}
        </section>
      ))}
    </main>
  )
}
