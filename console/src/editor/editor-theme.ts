import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const sheet = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: '"IBM Plex Mono", ui-monospace, monospace', lineHeight: '19px' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--accent-soft) 30%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: '0 8px 28px rgb(8 30 30 / .16)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: '"IBM Plex Mono", ui-monospace, monospace',
    maxHeight: '18em',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', borderRadius: '4px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--ink-3)', marginLeft: '16px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: '8px 12px', maxWidth: '320px' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-diagnostic': { padding: '6px 12px', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning, .cm-diagnostic-hint': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '4px',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '4px',
  },
  '.cm-lintRange-warning, .cm-lintRange-hint': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '4px',
  },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel input, .cm-panel button': {
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--warn) 30%, transparent)' },
  '.cm-changedText': { background: 'color-mix(in oklab, var(--ok) 30%, transparent) !important' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklab, var(--danger) 30%, transparent) !important',
  },
  '.cm-changedLine': { backgroundColor: 'color-mix(in oklab, var(--ok) 10%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in oklab, var(--danger) 10%, transparent)' },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--flow-direct-text)' },
  { tag: [tags.standard(tags.name), tags.function(tags.name)], color: 'var(--flow-snapshot)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ink-3)' },
  { tag: [tags.propertyName, tags.typeName], color: 'var(--flow-snapshot)' },
  { tag: tags.special(tags.name), color: 'var(--ink)' },
]);

/** The look of all editors, in the colours of the theme; they follow it by themselves. */
export function editorTheme(): Extension {
  return [sheet, syntaxHighlighting(colors), EditorView.cspNonce.of(pageNonce())];
}

/** The nonce of this page, without which the policy of the page takes no style of the editor. */
function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || '';
}
