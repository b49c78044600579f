/**
 * Bytecode for the hot loop of an aggregation: all arithmetic of a row and the updates of all its
 * states in one pass, made with the JDK's class-file API as hidden classes.
 *
 * <ul>
 *   <li>{@link dev.heddle.physical.codegen.LoopTranslator} turns expressions into {@link
 *       dev.heddle.physical.codegen.LoopValue}s over 64-bit integers and floating-point numbers.
 *       What has no such form (text, division of decimals) stays an input, which kernels compute.
 *   <li>Generated code checks nothing. {@link dev.heddle.physical.codegen.ValueRanges} proves, from
 *       the inputs' ranges in a batch, that no step can leave its type or 64 bits; a batch for
 *       which that fails is worked on by kernels, which also raise the errors.
 *   <li>A {@link dev.heddle.physical.codegen.LoopProgram} holds no constants: they are arguments,
 *       as are all addresses. {@link dev.heddle.physical.codegen.LoopCache} keeps the classes of
 *       the programs used last, by program and by the forms in which columns come.
 *   <li>There are no branches in a loop but its own: comparisons and choices are masks.
 * </ul>
 *
 * <p>Which rows count and which group each belongs to has been found out by kernels before.
 */
@NullMarked
package dev.heddle.physical.codegen;

import org.jspecify.annotations.NullMarked;
