import { describe, expect, test } from 'vitest'
import { KitPage } from '../kit-page.ts'
import { isFocused } from '../open-shell.ts'

const kit = new KitPage({ timed: true })

describe('a select', () => {
  test('is operated with letters and arrow keys', async () => {
    await kit.combobox('Role').focus()
    await kit.page.keyboard.press('Enter')
    await kit.page.locator('[role="option"]:focus').waitFor()
    await kit.page.keyboard.press('c')
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => kit.combobox('Role').textContent()).toBe('Client')
    // The value is shown before the list has closed.
    await kit.combobox('Role').and(kit.page.locator('[aria-expanded="false"]:focus')).waitFor()
    await kit.page.keyboard.press('Enter')
    await kit.page.locator('[role="option"]:focus').waitFor()
    await kit.page.keyboard.press('ArrowUp')
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => kit.combobox('Role').textContent()).toBe('Member')
  })

  test('in a dialog is not cut off, and Escape closes only the select', async () => {
    await kit.button('Open dialog').click()
    const dialog = kit.page.getByRole('dialog', { name: 'New keyword' })
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await kit.page.getByRole('option', { name: 'Brand' }).click({ trial: true })
    await kit.page.keyboard.press('Escape')
    await kit.page.getByRole('option', { name: 'Brand' }).waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await kit.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(kit.button('Open dialog'))).toBe(true)
  })
})

describe('a combobox', () => {
  test('reports no results, and Escape changes nothing', async () => {
    await kit.combobox('Time zone').click()
    await kit.search().fill('nowhere')
    await kit.page.getByText('No results').waitFor()
    await kit.page.keyboard.press('Escape')
    await kit.search().waitFor({ state: 'detached' })
    expect(await kit.combobox('Time zone').textContent()).toBe('Lisbon')
  })

  test('narrows its options while the user types, and Enter picks the first', async () => {
    await kit.combobox('Time zone').focus()
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => isFocused(kit.search())).toBe(true)
    await kit.page.keyboard.type('sao')
    await expect.poll(() => kit.page.getByRole('option', { name: 'Berlin' }).count()).toBe(0)
    expect(await kit.page.getByRole('option', { name: 'São Paulo' }).count()).toBe(1)
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => kit.combobox('Time zone').textContent()).toBe('São Paulo')
    // The focus returns once the list is closed.
    await expect.poll(() => isFocused(kit.combobox('Time zone'))).toBe(true)
  })

  test('with multiple values adds and removes them', async () => {
    const chosen = () =>
      kit.region('Select, combobox, tags, days').getByRole('button', { name: /^Remove (Berlin|Nairobi|Oslo)$/ })
    await kit.combobox('Places').click()
    await kit.search().fill('oslo')
    await kit.page.keyboard.press('Enter')
    await expect.poll(() => kit.button('Remove Oslo').count()).toBe(1)
    await kit.page.keyboard.press('Escape')
    await kit.button('Remove Nairobi').click()
    await expect.poll(() => kit.button('Remove Nairobi').count()).toBe(0)
    // Berlin is also among the competitors next to it.
    expect(await chosen().count()).toBe(3)
    await expect.poll(() => isFocused(kit.combobox('Places'))).toBe(true)
  })
})

test('tags are added with Enter, comma and paste, never twice, and Backspace removes the last', async () => {
  const field = kit.page.getByLabel('Keywords', { exact: true })
  const tags = () =>
    kit
      .region('Select, combobox, tags, days')
      .getByRole('button', { name: /^Remove [a-z]/ })
      .allTextContents()
  const names = () =>
    kit
      .region('Select, combobox, tags, days')
      .getByRole('button', { name: /^Remove [a-z]/ })
      .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label')))
  await field.fill('quotes')
  await field.press('Enter')
  await field.pressSequentially('late payment,SIMPLE CRM,')
  expect(await names()).toEqual(
    ['simple crm', 'sales pipeline', 'quotes', 'late payment'].map((tag) => `Remove ${tag}`),
  )
  await field.press('Backspace')
  expect((await tags()).length).toBe(3)
  await kit.button('Remove simple crm').click()
  expect(await names()).toEqual(['Remove sales pipeline', 'Remove quotes'])
})

describe('a date range', () => {
  test('is chosen in the calendar by keyboard', async () => {
    await kit.stopClock()
    await kit.button('Period').press('Enter')
    await kit.page.clock.runFor(500)
    await kit.page.getByRole('grid').waitFor()
    await kit.page.getByRole('button', { name: 'Friday, November 20, 2026, selected' }).focus()
    for (const key of ['ArrowUp', 'ArrowLeft', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) {
      await kit.page.keyboard.press(key)
      await kit.page.clock.runFor(50)
    }
    expect(await kit.page.getByLabel('First day').inputValue()).toBe('2026-11-12')
    expect(await kit.page.getByLabel('Last day').inputValue()).toBe('2026-11-14')
    await kit.button('Apply').press('Enter')
    await kit.page.clock.runFor(500)
    expect((await kit.button('Period').textContent())?.replace(/\s+/g, ' ')).toBe('Nov 12 – 14, 2026')
  })

  test('is chosen from a preset or typed, and an invalid range is refused', async () => {
    await kit.stopClock()
    const opened = async () => {
      await kit.button('Period').click()
      await kit.page.clock.runFor(500)
    }
    await opened()
    await kit.button('This month').click()
    await kit.page.clock.runFor(500)
    expect(await kit.button('Period').textContent()).toBe('This month')
    await opened()
    expect(await kit.page.getByLabel('First day').inputValue()).toBe('2026-11-01')
    await kit.page.getByLabel('First day').fill('2026-11-21')
    await kit.button('Apply').click()
    await kit.page.getByText('The first day must be before the last').waitFor()
    await kit.page.getByLabel('First day').fill('2026-10-01')
    await kit.button('Apply').click()
    await kit.page.clock.runFor(500)
    expect((await kit.button('Period').textContent())?.replace(/\s+/g, ' ')).toBe('Oct 1 – Nov 20, 2026')
  })
})

describe('a notice', () => {
  /** Advances the stopped clock by the frames of the fade, too few for the notice to expire. */
  async function expectGone(title: string): Promise<void> {
    for (let frame = 0; frame < 20 && (await kit.notice(title).count()) > 0; frame++) await kit.page.clock.runFor(17)
    expect(await kit.notice(title).count()).toBe(0)
  }

  test('can undo the action it reports', async () => {
    await kit.button('Delete a row').click()
    await kit.page.getByText('2 rows').waitFor()
    await kit.notice('Row deleted').getByRole('button', { name: 'Undo' }).click()
    await kit.page.getByText('3 rows').waitFor()
    await kit.notice('Row deleted').waitFor({ state: 'detached' })
  })

  test('disappears after five seconds, but stays while the pointer is on it', async () => {
    await kit.stopClock()
    await kit.button('Delete a row').click()
    await kit.page.clock.runFor(4000)
    await kit.notice('Row deleted').hover()
    await kit.page.clock.runFor(60_000)
    expect(await kit.notice('Row deleted').count()).toBe(1)
    await kit.page.mouse.move(0, 0)
    await kit.page.clock.runFor(900)
    expect(await kit.notice('Row deleted').count()).toBe(1)
    await kit.page.clock.runFor(101)
    await expectGone('Row deleted')
  })

  /** Returns the number of notices that reported closing. */
  const left = async () => Number.parseInt((await kit.page.getByText(/^\d+ notices? closed$/).textContent())!, 10)

  test('without a timeout stays until it is closed, and reports closing once', async () => {
    await kit.stopClock()
    const before = await left()
    await kit.button('Show a persistent notice').click()
    await kit.page.clock.runFor(600_000)
    expect(await kit.notice('Grace answered you').count()).toBe(1)
    expect(await left()).toBe(before)
    await kit.notice('Grace answered you').getByRole('button', { name: 'Dismiss' }).click()
    await expectGone('Grace answered you')
    await expect.poll(left).toBe(before + 1)
  })

  test('that replaces another keeps none of its content, and the replaced one reports closing', async () => {
    await kit.stopClock()
    const before = await left()
    await kit.button('Show a persistent notice').click()
    await kit.notice('Grace answered you').getByRole('button', { name: 'Dismiss' }).waitFor()
    await kit.button('Replace the notice').click()
    await expect.poll(left).toBe(before + 1)
    const notice = kit.notice('You answered Grace')
    expect(await notice.textContent()).toBe('You answered Grace')
    expect([await notice.getByRole('button').count(), await kit.notice('Grace answered you').count()]).toEqual([0, 0])
    await kit.page.clock.runFor(5000)
    await expectGone('You answered Grace')
    await expect.poll(left).toBe(before + 2)
  })

  // Axe reads it in kit.test.ts.
  test('of a failure is announced once, immediately, with a button to close it', async () => {
    await kit.button('Red').click()
    const alert = kit.page.getByRole('alert').filter({ hasText: 'Error saving project settings' })
    await alert.getByRole('button', { name: 'Dismiss' }).waitFor()
    expect(await alert.count()).toBe(1)
  })

  test('appears above a dialog, which stays open when the notice closes', async () => {
    await kit.button('Open dialog').click()
    await kit.button('Show notice').click()
    await kit.notice('Shown from inside the dialog').getByRole('button', { name: 'Dismiss' }).click()
    await kit.notice('Shown from inside the dialog').waitFor({ state: 'detached' })
    const dialog = kit.page.getByRole('dialog', { name: 'New keyword' })
    expect(await dialog.isVisible()).toBe(true)
    await kit.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('replaces only the one with the same ID', async () => {
    // Notices show one at a time: the older ones wait behind the newest.
    const waiting = (text: string) => kit.page.locator('[data-notice]').filter({ hasText: text })
    for (const name of ['Green', 'Amber', 'Green', 'Amber']) await kit.button(name).click()
    await expect.poll(() => waiting('The source is responding slowly').count()).toBe(2)
    expect(await waiting('Project settings saved').count()).toBe(1)
    expect(await kit.notice('The source is responding slowly').count()).toBe(1)
  })

  test('shows its title, description, icon, avatar and actions, and each color has its own look', async () => {
    const looks = new Set<string | null>()
    for (const [button, title] of [
      ['Green', 'Project settings saved'],
      ['Amber', 'The source is responding slowly'],
      ['Primary, with icon', '12 new leads'],
    ] as const) {
      await kit.button(button).click()
      looks.add(await kit.notice(title).locator('[class*="icon-["]').first().getAttribute('class'))
    }
    await kit.button('Red').click()
    const failure = kit.page.getByRole('alert').filter({ hasText: 'Error saving project settings' })
    await failure.getByText('Website must be a URL').waitFor()
    looks.add(await failure.locator('[class*="icon-["]').first().getAttribute('class'))
    expect(looks.size).toBe(4)
    await kit.button('Show a persistent notice').click()
    const answer = kit.notice('Grace answered you')
    await answer.getByText('G', { exact: true }).waitFor()
    await answer.getByRole('button', { name: 'Later' }).click()
    await answer.waitFor({ state: 'detached' })
    await kit.notice('Postponed').waitFor()
  })

  test.each([
    [1440, 384],
    [375, 343],
  ])('on a screen of %i px is %i px wide and in the bottom end corner', async (width, wide) => {
    await kit.stopClock()
    await kit.page.setViewportSize({ width, height: 900 })
    await kit.button('Green').click()
    const box = await kit.notice('Project settings saved').boundingBox()
    expect(box?.width).toBe(wide)
    expect(width - box!.x - box!.width).toBeLessThanOrEqual(24)
    expect(900 - box!.y - box!.height).toBeLessThanOrEqual(72)
    await kit.page.mouse.move(0, 0)
    await kit.page.clock.runFor(5000)
    await expectGone('Project settings saved')
  })
})

describe('a table', () => {
  const table = () => kit.page.getByRole('region', { name: 'Sample leads' })
  const column = (name: string) => table().getByRole('columnheader', { name })
  const cells = (place: number) => table().locator(`tbody tr td:nth-child(${place})`).allTextContents()

  test('sorts by its column headers in both directions, with unknown values last', async () => {
    expect(await column('Score').getAttribute('aria-sort')).toBe('descending')
    await column('Lead').getByRole('button').press('Enter')
    expect(await column('Lead').getAttribute('aria-sort')).toBe('ascending')
    expect(await column('Score').getAttribute('aria-sort')).toBe('none')
    const titles = await cells(2)
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    for (const order of ['descending', 'ascending']) {
      await column('Answers').getByRole('button').click()
      expect(await column('Answers').getAttribute('aria-sort')).toBe(order)
      const answers = await cells(5)
      expect(answers.slice(-15)).toEqual(Array(15).fill('–'))
      const numbers = answers.slice(0, -15).map(Number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => (order === 'ascending' ? a - b : b - a)))
    }
  })

  test('selects one row, a range with Shift, or all', async () => {
    const boxes = table().getByRole('checkbox')
    await boxes.nth(2).press('Space')
    await kit.page.getByText('1 of 60 selected').waitFor()
    await boxes.nth(6).click({ modifiers: ['Shift'] })
    await kit.page.getByText('5 of 60 selected').waitFor()
    expect(await boxes.nth(0).getAttribute('aria-checked')).toBe('mixed')
    await boxes.nth(0).click()
    await kit.page.getByText('60 of 60 selected').waitFor()
    await boxes.nth(0).click()
    await kit.page.getByText('60 leads').waitFor()
  })

  test('keeps its header visible, and hides columns on a narrow screen', async () => {
    const above = await table().evaluate((element) => {
      element.scrollTo(0, 500)
      const head = element.querySelector('th')
      return head && [element.scrollTop, head.getBoundingClientRect().y - element.getBoundingClientRect().y]
    })
    expect(above).toEqual([500, 1])
    expect(await table().getByRole('columnheader').count()).toBe(6)
    await kit.page.setViewportSize({ width: 375, height: 900 })
    expect(await table().getByRole('columnheader').count()).toBe(3)
  })
})

test('a list of 10,000 rows draws only the visible ones, and every key reaches its row', async () => {
  const list = kit.page.getByRole('listbox', { name: '10,000 leads' })
  const rows = list.getByRole('option')
  const active = () => list.evaluate((element) => element.getAttribute('aria-activedescendant')?.split('-').at(-1))
  const seen = async () => {
    const id = await list.getAttribute('aria-activedescendant')
    const [box, row] = await Promise.all([list.boundingBox(), kit.page.locator(`[id="${id}"]`).boundingBox()])
    return row !== null && row.y >= box!.y - 1 && row.y + row.height <= box!.y + box!.height + 1
  }
  await list.focus()
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['PageDown', 6],
    ['End', 9999],
    ['ArrowDown', 9999],
    ['PageUp', 9994],
    ['ArrowUp', 9993],
    ['Home', 0],
    ['ArrowUp', 0],
    ['ArrowDown', 1],
  ] as const) {
    await list.press(key)
    await expect.poll(active).toBe(String(index))
    await expect.poll(seen).toBe(true)
    expect(await rows.count()).toBeLessThan(60)
  }
  await list.press('Enter')
  await kit.page.getByText('Selected: lead 2', { exact: true }).waitFor()
  expect(await rows.nth(1).getAttribute('aria-setsize')).toBe('10000')
  await list.evaluate((element) => element.scrollTo(0, 300_000))
  await expect.poll(() => rows.last().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(4000)
  expect(await rows.count()).toBeLessThan(60)
  expect(await list.locator('[aria-selected="true"]').count()).toBe(1)
})

test('a chart is read day by day with arrow keys, and as a table', async () => {
  const chart = kit.page.getByRole('slider', { name: 'Leads found, by day' })
  const last = await chart.getAttribute('aria-valuetext')
  await chart.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('28')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(last)
  await chart.press('Home')
  await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('0')
  const first = await chart.getAttribute('aria-valuetext')
  await kit.region('Leads found').getByRole('button', { name: 'Show as table' }).click()
  const rows = kit.page.getByRole('group', { name: 'Leads found as a table' }).getByRole('row')
  expect(await rows.count()).toBe(31)
  const [day, value] = (await rows.last().locator('th, td').allTextContents()) as [string, string]
  expect(first).toBe(`${day}: Found ${value}`)
})

test('a pager shows its position, and disables the button at each end', async () => {
  const pager = kit.page.getByRole('navigation', { name: 'Notes: pages' })
  expect(await pager.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  await pager.getByRole('button', { name: 'Page 3' }).click()
  await pager.getByText('21–21 of 21').waitFor()
  expect(await pager.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
  expect(await pager.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
})

test('no page logged a console error or contacted another host', () => {
  expect(kit.complaints).toEqual([])
})
