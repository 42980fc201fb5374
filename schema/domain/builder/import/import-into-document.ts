import type { BuilderDocument } from '../builder-document.ts'
import type { LeftOut } from './import-email.ts'

/** Lists the parts of an imported email that are not used, beside the parts that blocks cannot hold. */

/** Lists the settings of an imported email that "Add blocks to this email" drops: subject, preheader, language, page color, width and font. */
export function leftOutByAdding(current: BuilderDocument, imported: BuilderDocument): LeftOut[] {
  const [ours, theirs] = [current.globalStyles, imported.globalStyles]
  return [
    ...texts(current, imported),
    ...different('Language', current.lang, imported.lang),
    ...different('Page color', ours.backgroundColor, theirs.backgroundColor),
    ...different('Width', ours.maxWidth, theirs.maxWidth),
    ...different('Font', ours.fontFamily, theirs.fontFamily),
  ]
}

/** Returns what "Replace this email" leaves out: a subject and a preheader that were written here stay. */
export function leftOutByReplacing(current: BuilderDocument, imported: BuilderDocument): LeftOut[] {
  const { subject, preheader = '' } = keptByReplacing(current, imported)
  return texts({ ...current, subject, preheader }, imported)
}

/** The subject and the preheader after "Replace this email". */
export function keptByReplacing(
  current: BuilderDocument,
  imported: BuilderDocument,
): Pick<BuilderDocument, 'subject' | 'preheader'> {
  const preheader = current.preheader?.trim() ? current.preheader : imported.preheader
  return { subject: current.subject.trim() ? current.subject : imported.subject, ...(preheader ? { preheader } : {}) }
}

const texts = (current: BuilderDocument, imported: BuilderDocument) => [
  ...different('Subject', current.subject, imported.subject),
  ...different('Preheader', current.preheader, imported.preheader),
]

const different = (what: string, ours: string | undefined, theirs: string | undefined): LeftOut[] =>
  theirs?.trim() && theirs.trim() !== ours?.trim() ? [{ what, text: theirs.trim() }] : []
