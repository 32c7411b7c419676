/** Whether somebody asked their browser to be sparing with what it fetches. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Calls back with each link that somebody points at or has the focus on (DECISIONS 22). */
export function onIntent(then: (link: HTMLAnchorElement) => void): void {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link) then(link)
    })
  }
}
