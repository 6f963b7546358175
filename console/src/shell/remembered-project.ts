const PROJECT = 'sluice-project';

/** The project that was on the screen last, as its number; null on the first visit. */
export function rememberedProject(): string | null {
  return localStorage.getItem(PROJECT);
}

export function rememberProject(id: number): void {
  localStorage.setItem(PROJECT, String(id));
}
