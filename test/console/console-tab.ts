import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { findTroubles } from './find-troubles.ts';

export interface TabOptions {
  /** Light when not given. */
  readonly theme?: 'light' | 'dark';
  /** CSS pixels; 1440 × 900 when not given. */
  readonly width?: number;
  readonly height?: number;
  /** Device pixels of a CSS pixel: 2 for pictures and for 200 % zoom. */
  readonly scale?: number;
}

/** The longest movement of the console takes a quarter of a second. */
const MOST_MOVING_MS = 15_000;

type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;

/** What a user does in a tab, by roles and names alone, so that what tests reach a screen reader reaches too. */
export class ConsoleTab {
  readonly page: Page;
  readonly #origin: string;
  readonly #troubles: () => Promise<readonly string[]>;

  private constructor(page: Page, origin: string, troubles: () => Promise<readonly string[]>) {
    this.page = page;
    this.#origin = origin;
    this.#troubles = troubles;
  }

  /** @param origin of the service: `http://127.0.0.1:8700` */
  static async open(browser: Browser, origin: string, options: TabOptions = {}): Promise<ConsoleTab> {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      deviceScaleFactor: options.scale ?? 1,
      colorScheme: options.theme ?? 'light',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return new ConsoleTab(page, origin, await findTroubles(page));
  }

  /** Another tab of the same profile. */
  async another(): Promise<ConsoleTab> {
    const page = await this.page.context().newPage();
    page.setDefaultTimeout(15_000);
    return new ConsoleTab(page, this.#origin, await findTroubles(page));
  }

  /** Opens an address below `/console/`, as `1/endpoints`. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}/console/${path}`);
  }

  /** Opens the link that `sluice console` prints, and waits for the frame. */
  async signInByLink(code: string): Promise<void> {
    await this.goTo(`#code=${code}`);
    await this.get('navigation', 'Console').waitFor();
  }

  /** Pastes a key into the sign-in. */
  async signInWithKey(key: string): Promise<void> {
    await this.field('Personal API key').fill(key);
    await this.button('Sign in').click();
  }

  /** What has this role and this name; a text is the whole name. */
  get(role: Role, name?: Name): Locator {
    return this.page.getByRole(role, name === undefined ? {} : { name, exact: typeof name === 'string' });
  }

  button(name: Name): Locator {
    return this.get('button', name);
  }

  link(name: Name): Locator {
    return this.get('link', name);
  }

  heading(name: Name): Locator {
    return this.get('heading', name);
  }

  /** A field by its label. */
  field(label: Name): Locator {
    return this.page.getByLabel(label, { exact: typeof label === 'string' });
  }

  /** Chooses in the first list of this label, which is found by typing. */
  async choose(label: Name, typed: string, option: Name): Promise<void> {
    await this.get('combobox', label).first().fill(typed);
    await this.get('option', option).first().click();
  }

  /** Waits until nothing is asked and nothing moves that will ever rest; the caret of an editor blinks for ever. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await this.rest();
  }

  /** Waits until nothing moves, whatever is still asked. */
  async rest(): Promise<void> {
    await this.page.evaluate(() => document.fonts.ready.then(() => undefined));
    const endMs = performance.now() + MOST_MOVING_MS;
    while (await this.page.evaluate(isMoving)) {
      if (performance.now() > endMs) throw new Error(`The page still moves after ${MOST_MOVING_MS} ms.`);
      await delay(20);
    }
  }

  /**
   * Errors of the page's console and reports of its policy so far; a journey ends with none.
   * @param expected what the journey has provoked, such as `/status of 401/`
   */
  async troubles(expected: readonly RegExp[] = []): Promise<readonly string[]> {
    const found = await this.#troubles();
    return found.filter((text) => !expected.some((pattern) => pattern.test(text)));
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** Runs in the page. */
function isMoving(): boolean {
  return document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? 0),
    );
}
