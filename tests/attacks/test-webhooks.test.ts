import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { createKey } from '../support/api-key.ts'
import { clockedWorld, codeOf } from '../support/clocked-world.ts'
import { mutate } from '../support/mutate.ts'
import { person as signedInWith, type TestPerson } from '../support/person.ts'
import { deliveriesOf, makeWebhook } from '../support/webhooks.ts'

/** A person who aims Mergewell's requests at a server by sending test events. */

const at = clockedWorld()
const { count, ms } = WEBHOOK_LIMITS.tests
const test = (who: TestPerson, id: string) => mutate(who, 'sendTestWebhook', { id })
const testTimes = async (who: TestPerson, id: string, times: number) => {
  const codes = []
  for (let time = 0; time < times; time += 1) codes.push(codeOf(await test(who, id)))
  return codes
}
const ok = (times: number) => Array.from({ length: times }, () => 'ok')

describe('test events of a webhook', () => {
  it('are limited for each webhook, whoever requests them, and the refusal says when the next one is possible', async () => {
    const who = await at.world.signUp()
    const [one, other] = [await makeWebhook(who), await makeWebhook(who)]
    expect(await testTimes(who, one.webhook.id, count)).toEqual(ok(count))
    at.now += 60_000
    const { errors } = await test(who, one.webhook.id)
    const retryAfter = (ms - 60_000) / 1_000
    expect(errors?.[0].extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter })
    expect(errors?.[0].message).toBe(
      `A webhook can be sent 10 test events in 10 minutes. Try again in ${retryAfter} seconds.`,
    )
    const key = signedInWith(at.world.url, await createKey(who, ['webhooks:write']), '', '')
    expect(codeOf(await test(key, one.webhook.id))).toBe('TOO_MANY_REQUESTS')
    expect(await deliveriesOf(at.world, who)).toHaveLength(count)
    expect(codeOf(await test(who, other.webhook.id))).toBe('ok')
    at.now += retryAfter * 1_000
    expect(codeOf(await test(who, one.webhook.id))).toBe('ok')
  })

  it('are counted each time they are sent again, unlike other events', async () => {
    const who = await at.world.signUp()
    const { webhook } = await makeWebhook(who)
    expect(await testTimes(who, webhook.id, count - 2)).toEqual(ok(count - 2))
    await at.world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(`update webhook_deliveries set status = 'delivered', attempts = 1`),
    )
    const [delivery] = await deliveriesOf(at.world, who)
    const id = encodeId('WebhookDelivery', delivery?.id ?? '')
    const again = async () => {
      const code = codeOf(await mutate(who, 'resendWebhookDelivery', { id }))
      await at.world.app.database.inTenant(who.tenantId, (em) =>
        em.execute(`update webhook_deliveries set status = 'delivered', attempts = 1`),
      )
      return code
    }
    expect([await again(), await again(), await again()]).toEqual(['ok', 'ok', 'TOO_MANY_REQUESTS'])
    await at.world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(`update webhook_deliveries set event = 'email_sent'`),
    )
    expect([await again(), await again()]).toEqual(['ok', 'ok'])
    expect(codeOf(await test(who, webhook.id))).toBe('TOO_MANY_REQUESTS')
  })

  it('stay within the limit when many are requested at once', async () => {
    const who = await at.world.signUp()
    const { webhook } = await makeWebhook(who)
    const answers = await Promise.all(Array.from({ length: count + 5 }, () => test(who, webhook.id)))
    expect(answers.filter((answer) => codeOf(answer) === 'ok')).toHaveLength(count)
  })
})
