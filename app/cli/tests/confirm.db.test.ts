import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { keyInMail } from '#tests/support/mails.ts'
import { addMember, auditOf, call, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { confirm } from '../confirm.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
afterAll(() => world.close())

/** Runs the command and returns its output. */
async function confirmOutput(email: string): Promise<string[]> {
  const lines: string[] = []
  await confirm(world.ctx, email, (line) => lines.push(line))
  return lines
}
const open = (code: string) => app.inject({ url: `/api/auth/email-confirmation?confirmation=${code}` })
const me = async (person: Person) => (await call(app, person, 'GET', 'users/me')).json()
/** Returns the stored confirmation of an account. */
const storedConfirmation = ({ id }: Person) =>
  ask(world.url, 'select confirmed_at, confirmed_unseen, updated_at from "user" where id = $1', [id])

describe("the operator's confirmation", () => {
  test('has the same effect as the link in the mail, which then stops working', async () => {
    const [ann, bob] = [await signUp(app, 'ann@example.com'), await signUp(app, 'bob@example.com')]
    const code = await keyInMail(world.ctx, ann.email, 'confirmation')
    await open(await keyInMail(world.ctx, bob.email, 'confirmation'))
    expect(await confirmOutput(ann.email)).toEqual(['Confirmed ann@example.com'])
    expect((await me(ann)).confirmed).toBe(true)
    expect(await storedConfirmation(ann)).toEqual(await storedConfirmation(bob))
    expect((await open(code)).statusCode).toBe(400)
  })

  test('is logged in each project of the user and in no other', async () => {
    const [carl, dora] = [await signUp(app, 'carl@example.com'), await signUp(app, 'dora@example.com')]
    const [own, doras, foreign] = [
      await setUpProject(app, carl),
      await setUpProject(app, dora),
      await setUpProject(app, dora),
    ]
    await addMember(world.ctx, doras, carl, 'member')
    await confirmOutput(carl.email)
    for (const project of [own, doras]) {
      expect((await auditOf(world.ctx, project)).at(-1)).toBe('operator member.confirm')
    }
    expect((await auditOf(world.ctx, foreign)).join()).not.toContain('member.confirm')
    const [row] = (await call(app, carl, 'GET', `audit-entries?filters[project]=${own}&sort=createdAt:desc`)).json()
      .data
    expect(row).toMatchObject({ actor: 'operator', action: 'member.confirm' })
  })

  test('changes nothing the second time and says so', async () => {
    const eva = await signUp(app, 'eva@example.com')
    const project = await setUpProject(app, eva)
    await confirmOutput(eva.email)
    const [before, history] = [await storedConfirmation(eva), await auditOf(world.ctx, project)]
    world.clock.advance(1000)
    expect(await confirmOutput(eva.email)).toEqual(['eva@example.com is already confirmed'])
    expect([await storedConfirmation(eva), await auditOf(world.ctx, project)]).toEqual([before, history])
  })

  test('takes effect once if it runs twice at the same time', async () => {
    const fay = await signUp(app, 'fay@example.com')
    const project = await setUpProject(app, fay)
    const lines = (await Promise.all([confirmOutput(fay.email), confirmOutput(fay.email)])).flat()
    expect(lines.toSorted()).toEqual(['Confirmed fay@example.com', 'fay@example.com is already confirmed'])
    const confirmations = (await auditOf(world.ctx, project)).filter((line) => line.endsWith('member.confirm'))
    expect(confirmations).toHaveLength(1)
  })

  test('fails for an unknown address', async () => {
    await expect(confirmOutput('nobody@example.com')).rejects.toThrow('no account has the email nobody@example.com')
  })

  test('of an admin says what that means', async () => {
    await signUp(app, 'root@example.com')
    expect(await confirmOutput('root@example.com')).toEqual([
      'Confirmed root@example.com',
      'The address is in ADMIN_EMAILS: this account is now an internal admin',
    ])
  })
})
