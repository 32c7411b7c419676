import type { Page } from 'playwright-core'

/** The sandbox's checkout page in the overlay. */
export const checkout = (page: Page) => page.frameLocator('iframe[title="Test checkout"]')

/** Opens the dialog of a plan with the keyboard. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Due today').waitFor()
}

const cards = { good: /^4242/, declined: /0002/, confirm: /0446/, failsLater: /3184/ }

/** Pays in the overlay with one of the sandbox's cards. */
export async function payWith(page: Page, card: keyof typeof cards): Promise<void> {
  await checkout(page).getByLabel(cards[card]).check()
  await checkout(page)
    .getByRole('button', { name: /^(Pay|Save)/ })
    .click()
}
