/** The dialogs that the shell opens over a page, in one chunk. */
export { ShortcutsSheet } from '../shell/shortcuts-sheet.tsx'
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
