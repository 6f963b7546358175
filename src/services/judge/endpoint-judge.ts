import type { Database } from '../../adapters/store/database.ts';
import { countRefused } from '../../adapters/store/judgement-store.ts';
import { listContextRevisions } from '../../adapters/store/project-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import { Rounds } from '../../base/rounds.ts';
import type { Wait } from '../../base/wait.ts';
import type { ProjectContext } from '../../query/plan.ts';
import { type JudgingServices, judgeEndpoints } from './judge-endpoints.ts';
import { saveVerdicts } from './save-verdicts.ts';

interface JudgeServices extends JudgingServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly wait: Wait;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
}

/**
 * Judges stored endpoints after changes that no answer could tell their owners of: types that capture learns, new group
 * types, changes by other processes, and a new release. At the start it judges all endpoints, later those of projects
 * that have changed. Each result is stored with an entry in the log of the endpoint.
 */
export class EndpointJudge {
  readonly #services: JudgeServices;
  readonly #rounds: Rounds;
  readonly #judged = new Map<number, number>();
  #changes = -1;
  #hasTold = false;

  constructor(services: JudgeServices, { pollMs }: { readonly pollMs: number }) {
    this.#services = services;
    const { observe, wait } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'judge', pauseMs: pollMs });
  }

  start(): void {
    this.#rounds.start(async () => {
      await this.#rounds.guard(() => this.#judgeChanged());
      if (!this.#hasTold) await this.#tellRefused();
    });
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Makes no statement while nothing has changed. */
  async #judgeChanged(): Promise<void> {
    const { database } = this.#services;
    const changes = database.catalog.count;
    if (changes === this.#changes) return;
    for (const project of await listContextRevisions(database.query)) {
      if (this.#judged.get(project.id) === project.contextRevision) continue;
      await this.#rounds.guard(async () => {
        await this.#judgeProject(project.id);
        this.#judged.set(project.id, project.contextRevision);
      });
      if (this.#rounds.signal.aborted) return;
    }
    this.#changes = changes;
  }

  async #judgeProject(projectId: number): Promise<void> {
    const { catalog } = this.#services;
    const project = await catalog.context(projectId);
    const verdicts = await judgeEndpoints(this.#services, project, { signal: this.#rounds.signal });
    await saveVerdicts(this.#services, projectId, verdicts);
  }

  async #tellRefused(): Promise<void> {
    this.#hasTold = true;
    const refused = await countRefused(this.#services.database.query);
    if (refused === 0) return;
    const detail = `${refused} stored endpoints are refused when they run; each says why in its warnings.`;
    this.#services.observe({ kind: 'warning', about: 'endpoints', detail });
  }
}
