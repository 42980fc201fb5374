import { onDemand } from '#web/shared/component-on-demand.tsx'

/** The two editors of step 3, each larger than the rest of the wizard. */
export const ContentEditor = onDemand(async () => (await import('#web/editor/content-editor.tsx')).ContentEditor)
export const BuiltMailStep = onDemand(async () => (await import('#web/builder/wizard-builder-step.tsx')).BuiltMailStep)
