import { expect, test } from 'vitest'
import { AuthPage } from './auth-page.ts'
import { signUp } from './house.ts'
import { faultsOf } from './in-page.ts'

const visit = new AuthPage()
const email = 'hedy@frequencies.example'

test('a newcomer without a mail server finds the confirmation with one click, and confirms with the next', async () => {
  const { page, house } = visit
  await signUp(page, house.address, email, 'hopping since 1942')
  const banner = page.getByRole('region', { name: 'Confirm your address' })
  const [mailbox] = await Promise.all([
    page.context().waitForEvent('page'),
    banner.getByRole('link', { name: 'Open the mail' }).click(),
  ])
  const link = mailbox.getByRole('link', { name: /email-confirmation/ })
  // A mail takes a moment, and the page says so.
  const found = async () => {
    await mailbox.reload()
    return link.count()
  }
  await expect.poll(found).toBe(1)
  expect(await faultsOf(mailbox)).toEqual([])
  await mailbox.setViewportSize({ width: 375, height: 800 })
  expect(await mailbox.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await link.click()
  await mailbox.getByText('Your e-mail address is confirmed.').waitFor()
})
