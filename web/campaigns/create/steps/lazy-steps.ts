import { onDemand } from '#web/shared/component-on-demand.tsx'
import { BuiltMailStep, ContentEditor } from '../design/lazy-editors.ts'
import type { Draft } from '../store/campaign-draft.ts'

/** The code of the steps after the first, which is there before them: they are four times as large. */

export const StepAudience = onDemand(async () => (await import('../audience/step-audience.tsx')).StepAudience)
export const StepDesign = onDemand(async () => (await import('../design/step-design.tsx')).StepDesign)
export const StepReview = onDemand(async () => (await import('../review/step-review.tsx')).StepReview)
export const LaunchConfirmation = onDemand(
  async () => (await import('../review/launch-question.tsx')).LaunchConfirmation,
)
export const SheetNotice = onDemand(async () => (await import('../notices/sheet-notice.tsx')).SheetNotice)

const CODE: Record<number, { preload: () => Promise<unknown> }> = { 2: StepAudience, 3: StepDesign, 4: StepReview }

/** Resolves when the code of a step is there, or did not come, which is shown with the step. */
export async function loadStep(step: number): Promise<void> {
  await CODE[step]?.preload().catch(() => undefined)
}

/** Loads a step before it is shown, with the editor that it shows; resolves like `loadStep`. */
export async function preloadStep(step: number, { useHtmlBuilder }: Pick<Draft, 'useHtmlBuilder'>): Promise<void> {
  const editor = step === 3 ? (useHtmlBuilder ? BuiltMailStep : ContentEditor).preload() : null
  await Promise.all([loadStep(step), editor?.catch(() => undefined)])
}
