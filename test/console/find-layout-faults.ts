import type { Page } from 'playwright-core';

/**
 * What does not fit on the page as it is: a page that scrolls sideways, text that is cut off without a sign, a figure
 * that wraps. What scrolls by itself, as a grid or a code block, may be wider than the page.
 */
export function findLayoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      );
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 2 &&
        height > 2 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || !hasOwnText(element) || !isSeen(element)) continue;
      const style = getComputedStyle(element);
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      const tells =
        style.textOverflow === 'ellipsis' || style.getPropertyValue('-webkit-line-clamp') !== 'none';
      if (cuts && !tells && element.scrollWidth > element.clientWidth + 1)
        faults.push(`cut: ${nameOf(element)}`);
      const isFigure = /^[\d.,\s]+(?:ms|s|min|h|d|%|[kKMG]?B|[kKM])?$/.test(
        (element.textContent ?? '').trim(),
      );
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)));
      if (isFigure && lines.size > 1 && element.getClientRects().length > 0 && element.offsetHeight > 30)
        faults.push(`wrapped: ${nameOf(element)}`);
    }
    return faults;
  });
}
