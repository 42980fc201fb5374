import { onDemand } from '#web/shared/component-on-demand.tsx'
import { BuiltMailStep, ContentEditor } from '../design/lazy-editors.ts'
import type { Draft } from '../store/campaign-draft.ts'

/** Code of the wizard's second step, loaded on demand: the later steps are four times as large as the first. */

export const StepAudience = onDemand(async () => (await import('../audience/step-audience.tsx')).StepAudience)
export const StepDesign = onDemand(async () => (await import('../design/step-design.tsx')).StepDesign)
export const StepReview = onDemand(async () => (await import('../review/step-review.tsx')).StepReview)
export const LaunchConfirmation = onDemand(
  async () => (await import('../review/launch-question.tsx')).LaunchConfirmation,
)
export const SheetNotice = onDemand(async () => (await import('../notices/sheet-notice.tsx')).SheetNotice)

const CODE: Record<number, { preload: () => Promise<unknown> }> = { 2: StepAudience, 3: StepDesign, 4: StepReview }

/** Loads the code of a step; resolves also when that fails, which is then shown with the step. */
export async function loadStep(step: number): Promise<void> {
  await CODE[step]?.preload().catch(() => undefined)
}

/** Loads a step before it is shown, with the editor that it shows; resolves like `loadStep`. */
export async function preloadStep(step: number, { useHtmlBuilder }: Pick<Draft, 'useHtmlBuilder'>): Promise<void> {
  const editor = step === 3 ? (useHtmlBuilder ? BuiltMailStep : ContentEditor).preload() : null
  await Promise.all([loadStep(step), editor?.catch(() => undefined)])
}
