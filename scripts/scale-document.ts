import { computeDeployment } from './scale/compute-deployment.ts';
import { readLoad } from './scale/read-load.ts';
import { showDeployment } from './scale/show-deployment.ts';

/** A command that the document shows, and the block of text behind it. */
const SHOWN = /(```sh\nnpm run scale -- (.*)\n```\n\n```text\n)[\s\S]*?(\n```\n)/g;

/** docs/scale.md with what its commands print now. */
export function scaleDocument(before: string): string {
  return before.replaceAll(SHOWN, (_, head: string, args: string, tail: string) => {
    const asked = readLoad(args.split(' '));
    if (asked === undefined) throw new Error(`${args} asks for no load`);
    return `${head}${showDeployment(asked.load, computeDeployment(asked.load))}${tail}`;
  });
}
