import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_PICTURE, ICON_LOOKS, iconPath, PLAY_PATH } from '#domain/builder/built-in-pictures.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#domain/builder/element-properties.ts'
import { unreachableImages } from '#api/rendering/unreachable-images.ts'
import { builtInPicture } from './built-in.ts'
import { ART } from './built-in/illustration-names.ts'
import { ICONS } from './built-in/icons.ts'

const FOLDER = join(import.meta.dirname, 'built-in')
const SOURCES = new Map([...ICONS, ...ART])
const nameOf = (path: string) => path.slice('/images/'.length)

if (process.env['UPDATE_PICTURES']) {
  for (const [name, svg] of SOURCES) {
    const png = sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 10 })
    // oxlint-disable-next-line no-await-in-loop -- one after another, as it is rarely run
    await writeFile(join(FOLDER, `${name}.png`), await png.toBuffer())
  }
}

describe('the built-in pictures of the product', () => {
  it('are the current drawings, as PNG', async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.png'))
    expect(files.toSorted()).toEqual([...SOURCES.keys()].map((name) => `${name}.png`).toSorted())
    for (const file of files) {
      // oxlint-disable-next-line no-await-in-loop
      const content = await readFile(join(FOLDER, file))
      expect(content.subarray(1, 4).toString()).toBe('PNG')
      expect(content.length, file).toBeLessThan(40_000)
      expect(BUILT_IN_PICTURE.test(`/images/${file}`)).toBe(true)
    }
  })

  it('include an icon of each social network in each color, and the play button of a video', async () => {
    const networks = Object.keys(SOCIAL_NETWORKS) as SocialNetwork[]
    const paths = [...networks.flatMap((network) => ICON_LOOKS.map((look) => iconPath(network, look))), PLAY_PATH]
    const found = await Promise.all(paths.map((path) => builtInPicture(nameOf(path))))
    expect(found.filter((picture) => picture === null)).toEqual([])
  })

  it.each(['icon-none.png', '../images.ts', 'icon-../../x.png', 'icon-x-color.png/', 'icon-x-color.PNG', ''])(
    'do not include the unknown picture %j',
    async (name) => {
      expect(await builtInPicture(name)).toBeNull()
    },
  )

  it('are embedded in an email if recipients could not fetch them from this installation', () => {
    const html = (origin: string) =>
      `<img src="${origin}/images/icon-x-dark.png"><td style="background:url('${origin}/images/art-sea.png')">`
    const found = (origin: string) => [...unreachableImages({ publicUrl: origin }, html(origin)).values()]
    expect(found('http://localhost:4000')).toEqual(['icon-x-dark.png', 'art-sea.png'])
    expect(found('https://mail.example.org')).toEqual([])
  })
})
