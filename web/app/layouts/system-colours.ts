import { useLayoutEffect } from 'react'

/** Follows the colours of the operating system while the component is there, where `on`. */
export function useSystemColours(on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return
    document.documentElement.classList.add('system')
    return () => document.documentElement.classList.remove('system')
  }, [on])
}
