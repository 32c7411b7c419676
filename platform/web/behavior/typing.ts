const fields = 'input, textarea, select, [contenteditable="true"]'

/** Tells from now on whether a field holds what somebody typed and has not sent, or is about to be typed into (SPEC 4). */
export function watchTyping(): () => boolean {
  const typed = new Set<Element>()
  document.addEventListener('input', ({ target }) => target instanceof Element && typed.add(target))
  for (const event of ['submit', 'reset']) {
    document.addEventListener(event, ({ target }) => {
      for (const field of typed) if (target instanceof Element && target.contains(field)) typed.delete(field)
    })
  }
  return () => {
    for (const field of typed) if (!field.isConnected) typed.delete(field)
    return typed.size > 0 || document.activeElement?.matches(fields) === true
  }
}
