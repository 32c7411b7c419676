import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AuthPage } from '../auth-page.ts'
import { faultsOf } from '../in-page.ts'
import { emailOf, register } from '../people.ts'

const visit = new AuthPage()

/** Returns the mailbox page after it has loaded. Reloading it earlier can leave it loading forever. */
async function openMail(within: Page | Locator): Promise<Page> {
  const opened = visit.page.context().waitForEvent('page')
  await within.getByRole('link', { name: 'Open email' }).click()
  const mailbox = await opened
  await mailbox.waitForLoadState()
  return mailbox
}

/** Reloads the mailbox until the mail has arrived. */
async function arrived(mailbox: Page, words: Locator): Promise<void> {
  const count = async () => {
    await mailbox.reload()
    return words.count()
  }
  await expect.poll(count).toBe(1)
}

test('without a mail server, a new user finds the confirmation mail in one click and confirms in another', async () => {
  const { page, server } = visit
  await register(page.context(), server, emailOf('hedy'), { confirmed: false })
  await visit.goto('/app/setup')
  const banner = page.getByRole('region', { name: 'Confirm your email' })
  const mailbox = await openMail(banner)
  const link = mailbox.getByRole('link', { name: /email-confirmation/ })
  await arrived(mailbox, link)
  expect(await faultsOf(mailbox)).toEqual([])
  await mailbox.setViewportSize({ width: 375, height: 800 })
  expect(await mailbox.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await link.click()
  await mailbox.getByText('Your email address is confirmed.').waitFor()
})

test('without a mail server, a reset link is found in one click', async () => {
  const { page } = visit
  const { email } = await visit.account(emailOf('lise'), 'radiating since 1938')
  await visit.goto('/auth/reset-password')
  await visit.email().fill(email)
  await visit.button('Send reset link').click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.getByRole('link', { name: 'Open email' }).waitFor()
  const mailbox = await openMail(page)
  await arrived(mailbox, mailbox.getByRole('link', { name: /reset-password/ }))
})
