import type { BuilderElement, ElementStyles, ElementType } from './document.ts'
import { lineRatio } from './render-parts.ts'
import { lengthOf } from './values.ts'

const TYPE: ElementStyles = { color: '#333333', fontWeight: 'normal', fontStyle: 'normal' }

const BORDERLESS: ElementStyles = { borderWidth: '0px', borderColor: '#cccccc' }

/** The renderer's default styles by kind of element. */
const UNSTYLED: Readonly<Record<ElementType, ElementStyles>> = {
  text: { ...TYPE, ...BORDERLESS, fontSize: '16px', textAlign: 'left', padding: '0px' },
  image: { ...TYPE, ...BORDERLESS, width: '100%', textAlign: 'center', borderRadius: '0px', padding: '0px' },
  button: {
    ...TYPE,
    ...BORDERLESS,
    backgroundColor: '#007bff',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 'bold',
    lineHeight: '1.25',
    textAlign: 'center',
    borderRadius: '0px',
    padding: '12px 24px',
    margin: '10px',
  },
  divider: { backgroundColor: '#cccccc', height: '1px', margin: '20px 0', width: '100%', textAlign: 'center' },
  spacer: { height: '20px' },
  columns: { ...BORDERLESS, gap: '0px', verticalAlign: 'top', onPhones: 'stack', borderRadius: '0px', padding: '0px' },
  social: { ...TYPE, fontSize: '14px', textAlign: 'center', padding: '0px', icons: 'words', width: '32px' },
  html: { padding: '0px' },
  table: {
    ...TYPE,
    fontSize: '14px',
    textAlign: 'left',
    padding: '0px',
    borderWidth: '0px',
    borderColor: '#cccccc',
    backgroundColor: 'transparent',
  },
  video: { ...BORDERLESS, padding: '0px', borderRadius: '0px' },
  menu: { ...TYPE, fontSize: '14px', textAlign: 'center', padding: '0px' },
}

/** The effective default of a missing (or invalid) style; absent here if it has no value. */
export function unstyled({ type, styles }: Pick<BuilderElement, 'type' | 'styles'>): ElementStyles {
  const otherwise = UNSTYLED[type]
  if (type !== 'text') return otherwise
  return { ...otherwise, lineHeight: String(lineRatio(lengthOf(styles.fontSize) || 16)) }
}
