import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ModalProvider, useModal } from './modal.tsx'

function Asks() {
  return typeof useModal().open
}

test('whoever opens a dialog where none can be shown is told so', () => {
  expect(() => renderToStaticMarkup(<Asks />)).toThrow(new Error('useModal() is called without provider'))
})

test('within its provider it opens dialogs, and shows none until then', () => {
  const markup = renderToStaticMarkup(
    <ModalProvider path="/app">
      <Asks />
    </ModalProvider>,
  )
  expect(markup).toBe('function')
})
