package dev.heddle.physical.operator;

/**
 * Which task runs, and beside how many others.
 *
 * @param partition number of the task among those of its stage, from 0
 * @param attempt names this attempt of the task, different from all others of any job of the
 *     cluster; letters, digits and hyphens
 * @param tasksAtATime how many tasks its process runs at a time
 */
public record TaskIdentity(int partition, String attempt, int tasksAtATime) {}
