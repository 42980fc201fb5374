import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function upload({ token }: TestPerson, content: Buffer): Promise<number> {
  const form = new FormData()
  form.append('image', new Blob([Uint8Array.from(content)]), 'a.png')
  const headers = { authorization: token }
  const response = await fetch(`${world.url}/api/upload/image`, { method: 'POST', headers, body: form })
  await response.arrayBuffer()
  return response.status
}

it('the image upload processes an image of one workspace before a crowd of large ones of another', async () => {
  const [busy, bystander] = [await world.signUp({ unlimited: true }), await world.signUp()]
  const fill = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  const [large, little] = [await fill(2_500), await fill(20)]
  const done: string[] = []
  const crowd = Array.from({ length: 12 }, async () => done.push(`busy ${await upload(busy, large)}`))
  await Promise.race(crowd)
  done.push(`bystander ${await upload(bystander, little)}`)
  await Promise.all(crowd)
  expect(done.filter((line) => line === 'busy 200')).toHaveLength(12)
  // The crowd has one place, so at most a few of it finish while a single small image takes its way.
  expect(done.indexOf('bystander 200')).toBeLessThan(6)
})
