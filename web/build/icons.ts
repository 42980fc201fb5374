import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const GENERATED = new URL('../ui/generated/icons.ts', import.meta.url)
/** An icon as codegen.ts writes it. */
const ICON = /^export const (\w+) = (icon\(.+\))$/gm
/** An import of icons. */
const IMPORT = /^import \{([^}]+)\} from '[^']*\/generated\/icons\.ts'$/gm

/**
 * Replaces each import of icons by their drawings. The module of all icons cannot be split, so sign-in would load those of
 * the whole app; a drawing is smaller than a file for each would be.
 */
export function inlineIcons(): Plugin {
  const drawings = new Map<string, string>()
  for (const [, name = '', drawing = ''] of readFileSync(GENERATED, 'utf8').matchAll(ICON)) drawings.set(name, drawing)
  return {
    name: 'mergewell-icons',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/.*\.tsx?$/, code: '/generated/icons.ts' },
      handler(code, id) {
        return code.replace(IMPORT, (_import, names: string) => {
          const icons = names.split(',').map((name) => name.trim().split(/\s+as\s+/))
          const lines = icons.flatMap(([name = '', local = name]) => {
            if (name === '') return []
            const drawing = drawings.get(name)
            if (drawing === undefined)
              this.error(`${id} imports ${name}, which is no generated icon. Run "npm run codegen".`)
            return [`const ${local} = /* @__PURE__ */ ${drawing}`]
          })
          return [`import { icon } from '#web/ui/icon.tsx'`, ...lines].join('\n')
        })
      },
    },
  }
}
