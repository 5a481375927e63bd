"""What effects do as they resolve: one handler for each kind of effect, one module for each family."""
