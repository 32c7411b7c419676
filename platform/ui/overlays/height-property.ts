import { type RefCallback, useCallback } from 'react'

/** Keeps a custom property of the page at the height of an element, so that others can make room for it. */
export function useHeightProperty(name: `--${string}`): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
