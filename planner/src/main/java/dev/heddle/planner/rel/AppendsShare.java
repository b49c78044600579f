package dev.heddle.planner.rel;

/** A node with its input's rows and columns and a last column of even numbers from 0 to 1. */
public interface AppendsShare {}
